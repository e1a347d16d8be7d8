// Another dealer takes the table with badge and PIN; or the dealer goes, and nobody deals.

import { useState } from "preact/hooks";
import { Dialog } from "../../shared/dialog";
import { tell, trying } from "../../shared/notices";
import { Credentials } from "../../shared/sign-in";
import type { FloorFeed } from "./feed";
import { OrderButton } from "./order-button";
import type { MayBeOrdered } from "./orders";

interface Props {
  feed: FloorFeed;
  dealer: string;
  of: MayBeOrdered | undefined;
}

export function Relief({ feed, dealer, of }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const come = async (who: string, pin: string) => {
    await feed.order({ type: "ChangeDealer", dealer: who }, null, [{ who, pin }]);
    tell(`${who} has the table.`);
    close();
  };
  const go = () =>
    void trying(async () => {
      await feed.order({ type: "ChangeDealer", dealer: "" });
      tell("Nobody deals now.");
      close();
    });
  return (
    <>
      <OrderButton of={of} order={() => setOpen(true)}>
        {dealer ? `Relieve ${dealer}` : "Send a dealer"}
      </OrderButton>
      {open && (
        <Dialog title={dealer ? `Who relieves ${dealer}?` : `Who deals at table ${feed.table}?`} close={close}>
          <Credentials action="Take the table" submit={come} />
          {dealer && (
            <p class="row">
              <button type="button" onClick={go}>
                {dealer} goes, nobody deals
              </button>
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}
