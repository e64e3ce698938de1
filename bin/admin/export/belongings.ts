import type { Application } from '../../../functions/applications/domain/application.ts';
import { applicationLists } from '../../../functions/applications/store/application-lists.ts';
import { eventLog } from '../../../functions/events/store/event-log.ts';
import type { Job } from '../../../functions/jobs/domain/job.ts';
import { fromItem } from '../../../functions/jobs/store/job-item.ts';
import { queryPages } from '../../../functions/platform/dynamodb/database.ts';
import { beginningWith, keys, prefixes } from '../../../functions/platform/dynamodb/table.ts';
import { isTombstone } from '../../../functions/platform/dynamodb/tombstone.ts';
import type { Event } from '../../../schemas/event.ts';
import type { Connection } from '../connection.ts';

/** How many events are read at once. */
const EVENTS = 100;

/** All that an employer has in the table, part by part: there may be more than fits into memory. */
export const belongingsOf = ({ open }: Pick<Connection, 'open'>, employerId: number, now: Date) => ({
  jobs: async function* jobs(): AsyncGenerator<Job> {
    const { from, to } = beginningWith(prefixes.job);
    const query = {
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':partition': keys.employer(employerId).PK, ':from': from, ':to': to },
      ConsistentRead: true,
    };
    const opened = { queryPage: (page: object) => open().queryPage(page) };
    for await (const { items } of queryPages(opened, query)) {
      yield* items.filter((item) => !isTombstone(item)).map(fromItem);
    }
  },

  /** Several at once, so that their files can be read side by side. */
  applications: async function* applications(): AsyncGenerator<Application[]> {
    for (let next: number | undefined = 0; next !== undefined;) {
      const page = await applicationLists(open(), () => now).list(employerId, { after: next });
      yield page.applications;
      ({ next } = page);
    }
  },

  events: async function* events(): AsyncGenerator<Event> {
    for (let [after, more] = [0, true]; more;) {
      const page = await eventLog(open(), () => now).after(employerId, { after, limit: EVENTS });
      yield* page.events;
      ({ last: after, more } = page);
    }
  },
});
