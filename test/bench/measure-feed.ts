import { burst, floorRequest, type Stage, type Time } from './measure-time.ts';

/** The cost of a run that publishes the feed and the sitemap of all open postings for the first time. */
export interface FeedCost extends Time {
  readUnits: number;
}

/** Requests to the baseline server that the run is compared with. */
const FLOOR_REQUESTS = 300;

export async function feedCost({ service, floor, engineTime }: Stage): Promise<FeedCost> {
  const before = await service.report();
  const engineBefore = engineTime();
  const { cpu, last } = await service.report({ run: 'publishFeeds' });
  const engine = engineTime() - engineBefore;
  const least = await burst(floor, floorRequest, FLOOR_REQUESTS, engineTime);
  return {
    readUnits: last?.readUnits ?? Number.NaN,
    server: cpu - before.cpu,
    engine,
    floor: least.server + least.engine,
  };
}
