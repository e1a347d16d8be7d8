import type { TabProps } from "../tabs";

export default function Corrections(_: TabProps) {
  return <p class="dim">This part follows.</p>;
}
