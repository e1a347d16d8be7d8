// Staff: who works here, who is signed in, and the signs at the tables.

import { hasRole } from "../../shared/session";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { People } from "./people";
import { SignedIn } from "./signed-in";
import { Signs } from "./signs";

export default function Staff({ rest: [part = "", name] }: TabProps) {
  return (
    <>
      <header class="tab-head">
        <h1>Staff</h1>
        <nav class="sub-tabs" aria-label="Staff">
          <Link to={["staff"]} current={part === "" || part === "people"}>
            People
          </Link>
          <Link to={["staff", "signed-in"]} current={part === "signed-in"}>
            Signed in
          </Link>
          {hasRole("administrator") && (
            <Link to={["staff", "signs"]} current={part === "signs"}>
              Signs
            </Link>
          )}
        </nav>
      </header>
      {part === "signed-in" ? <SignedIn /> : part === "signs" ? <Signs /> : <People chosen={name} />}
    </>
  );
}
