// Everybody with an account; one of them, or a new one, beside.

import { useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { hasRole } from "../../shared/session";
import { serverNow } from "../../shared/clock";
import { useAsked } from "../forms/asked";
import { Text } from "../forms/fields";
import { FirstOf } from "../forms/first-of";
import { Told, TwoParts } from "../forms/two-parts";
import { Link } from "../link";
import { NewPerson } from "./new-person";
import { OnePerson } from "./one-person";

export type Person = Schemas["PersonShown"];
/** Nobody has this name. */
const NEW = "+";

export function People({ chosen }: { chosen: string | undefined }) {
  const asked = useAsked("people", () => get("/api/v1/people"), 5000);
  return (
    <Told of={asked}>
      {({ people }) => {
        const person = people.find((each) => each.name === chosen);
        return (
          <TwoParts
            list={<PeopleList people={people} chosen={chosen} />}
            chosen={
              <>
                {chosen === NEW && hasRole("administrator") && <NewPerson done={asked.again} />}
                {person && <OnePerson key={person.name} person={person} done={asked.again} />}
                {chosen !== undefined && chosen !== NEW && !person && <p role="alert">Nobody has an account of the name {chosen}.</p>}
              </>
            }
          />
        );
      }}
    </Told>
  );
}

function PeopleList({ people, chosen }: { people: readonly Person[]; chosen: string | undefined }) {
  const [wanted, setWanted] = useState("");
  const found = people.filter((each) => textOf(each).includes(wanted.trim().toLowerCase()));
  return (
    <>
      <div class="row">
        <Text label="Find" type="search" value={wanted} put={setWanted} />
        {hasRole("administrator") && (
          <Link to={["staff", "people", NEW]} class="as-button primary">
            Add somebody
          </Link>
        )}
      </div>
      <ul class="choices" aria-label="People">
        <FirstOf of={found} none="Nobody is found." show={(each) => (
          <li key={each.name}>
            <Link to={["staff", "people", each.name]} current={each.name === chosen}>
              <span>
                <strong>{each.shown}</strong> {each.shown !== each.name && <span class="dim">{each.name}</span>}
              </span>
              <span>
                {each.roles.join(", ")} <State person={each} />
              </span>
            </Link>
          </li>
        )} />
      </ul>
    </>
  );
}

const textOf = (person: Person): string =>
  [person.name, person.shown, person.badge, person.licence, ...person.roles].filter(Boolean).join(" ").toLowerCase();

export const isLocked = (person: Person): boolean => person.locked_until_us / 1000 > serverNow();

/** Why somebody cannot sign in, if so. */
export function State({ person }: { person: Person }) {
  const why = person.suspended ? "suspended" : isLocked(person) ? "locked" : person.has_pin ? "" : "no PIN";
  return why ? <strong class="bad">{why}</strong> : null;
}
