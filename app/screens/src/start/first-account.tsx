// The very first account of a house, an administrator's: with the token that the server printed when it started.

import { useState } from "preact/hooks";
import { post } from "../shared/api";
import { asProblem, inWords } from "../shared/problem";
import { me } from "../shared/session";

export function FirstAccount() {
  const [error, setError] = useState("");

  async function send(event: Event) {
    event.preventDefault();
    const said = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(said.get(name) ?? "").trim();
    if (text("pin") !== text("again")) return setError("The two PINs are not the same.");
    try {
      const body = { token: text("token"), name: text("name"), shown: text("shown"), pin: text("pin") };
      me.value = (await post("/api/v1/setup", { body })).me;
    } catch (thrown) {
      setError(inWords(asProblem(thrown)));
    }
  }

  return (
    <details class="first-account">
      <summary>First start: make the first account</summary>
      <form class="sign-in" onSubmit={send}>
        <p class="dim">The server printed a one-time token when it started. The account is an administrator's.</p>
        <Field name="token" words="One-time token" />
        <Field name="name" words="Name of the account (small letters)" />
        <Field name="shown" words="Name as people read it" />
        <Field name="pin" words="PIN, 6 to 12 digits" secret />
        <Field name="again" words="The PIN again" secret />
        <p class="error" role="alert">
          {error}
        </p>
        <button type="submit" class="primary">
          Make the account
        </button>
      </form>
    </details>
  );
}

const Field = ({ name, words, secret = false }: { name: string; words: string; secret?: boolean }) => (
  <label>
    {words}
    {secret ? (
      <input name={name} required autocomplete="off" type="password" inputMode="numeric" />
    ) : (
      <input name={name} required autocomplete="off" />
    )}
  </label>
);
