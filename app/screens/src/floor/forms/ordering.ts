// Orders to a table from a form: over HTTP, since no form here looks at a table that plays.

import { post } from "../../shared/api";
import type { Command, Signers } from "../../shared/table-feed";

export const order = (id: string, table: string, command: Command, signedBy: Signers = []) =>
  post("/api/v1/tables/{number}/orders", {
    path: { number: table },
    body: { id, question: null, command: command as never, signed_by: signedBy },
  });
