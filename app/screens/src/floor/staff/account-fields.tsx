// What there is to say of an account.

import type { Schemas } from "../../shared/api";
import { NAMED, type PersonRole } from "../../shared/roles";
import { DayField } from "../forms/day-field";
import { Text, Tick, Ticks } from "../forms/fields";

export interface TypedAccount {
  shown: string;
  roles: PersonRole[];
  badge: string;
  licence: string;
  licensed_through: string;
  sees_face_down: boolean;
}
export const NOBODY: TypedAccount = { shown: "", roles: ["dealer"], badge: "", licence: "", licensed_through: "", sees_face_down: false };

export const typedAccount = (person: Schemas["PersonShown"]): TypedAccount => ({
  shown: person.shown,
  roles: [...person.roles],
  badge: person.badge ?? "",
  licence: person.licence ?? "",
  licensed_through: person.licensed_through ?? "",
  sees_face_down: person.sees_face_down,
});

/** All of it, since what is left out is taken away. */
export const accountFrom = (typed: TypedAccount) => ({
  shown: typed.shown.trim(),
  roles: typed.roles,
  badge: typed.badge.trim() || null,
  licence: typed.licence.trim() || null,
  licensed_through: typed.licensed_through.trim() || null,
  sees_face_down: typed.sees_face_down && typed.roles.includes("surveillance"),
});

export function AccountFields({ typed, put }: { typed: TypedAccount; put: (change: Partial<TypedAccount>) => void }) {
  return (
    <>
      <div class="fields">
        <Text label="Shown as" value={typed.shown} put={(shown) => put({ shown })} />
        <Text label="Badge" value={typed.badge} put={(badge) => put({ badge })} hint="What a reader reads from it" />
        <Text label="Licence" value={typed.licence} put={(licence) => put({ licence })} />
        <DayField
          label="Licensed through" value={typed.licensed_through} put={(licensed_through) => put({ licensed_through })}
          hint="The last day; a dealer cannot sign in after it"
        />
      </div>
      <Ticks legend="Roles" of={NAMED} chosen={typed.roles} put={(roles) => put({ roles })} />
      {typed.roles.includes("surveillance") && (
        <Tick
          label="May see what lay face down, once a round is over" value={typed.sees_face_down}
          put={(sees_face_down) => put({ sees_face_down })}
        />
      )}
    </>
  );
}
