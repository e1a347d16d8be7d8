import { get } from "../shared/api";
import { heardServerTime } from "../shared/clock";
import { trying } from "../shared/notices";

/** Ask the server once what time it is, so that the difference of the clocks can be told beside what is lined up with video. */
export async function learnServerTime(): Promise<void> {
  await trying(async () => heardServerTime((await get("/api/v1/server")).server_us));
}
