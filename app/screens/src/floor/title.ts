// The browser's own title says where one is and how many alarms nobody has taken: it is seen while another page is open.

import { effect } from "@preact/signals";
import { unowned } from "./house";
import { here } from "./here";

effect(() => {
  const count = unowned.value.length;
  document.title = `${count ? `(${count}) ` : ""}${here.value} · Floor`;
});
