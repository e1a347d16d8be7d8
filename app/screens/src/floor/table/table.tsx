import type { TabProps } from "../tabs";

export default function Table(_: TabProps) {
  return <p class="dim">This part follows.</p>;
}
