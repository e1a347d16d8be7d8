// Who is signed in, from where; a session can be ended.

import { get, remove, type Schemas } from "../../shared/api";
import { ago, ticking, timeOfDay } from "../../shared/clock";
import { tell, trying } from "../../shared/notices";
import { me } from "../../shared/session";
import { useAsked } from "../forms/asked";
import { Told } from "../forms/two-parts";
import { Twice } from "../forms/twice";
import { Heads } from "../heads";

export function SignedIn() {
  const asked = useAsked("sessions", () => get("/api/v1/sessions"), 3000);
  void ticking.value;
  const end = (session: Schemas["SessionListed"]) =>
    void trying(async () => {
      await remove("/api/v1/sessions/{session}", { path: { session: session.session } });
      tell(`${session.person} is signed out there.`);
      await asked.again();
    });
  return (
    <Told of={asked}>
      {({ sessions }) => (
        <table class="rows picked">
          <Heads of={["Who", "From", "Since", "Until", ""]} />
          <tbody>
            {[...sessions].reverse().map((each) => (
              <tr key={each.session}>
                <th scope="row">{each.person}</th>
                <td>{each.where}</td>
                <td>
                  {timeOfDay(each.opened_us)}, {ago(each.opened_us)} ago
                </td>
                <td>{timeOfDay(each.expires_us)}</td>
                <td>
                  {each.session === me.value?.session ? (
                    <span class="dim">this screen</span>
                  ) : (
                    <Twice action="Sign out" of={each.person} act={() => end(each)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Told>
  );
}
