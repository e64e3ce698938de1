import { expect, test } from '@jest/globals';
import { isSameEvent, type NewEvent } from '../../../../functions/events/domain/logged-event.ts';

/** The event of an application that was received at a given millisecond. */
const received = (id: string): NewEvent =>
  ({
    type: 'application.received',
    timestamp: '2026-06-01T12:00:00.000Z',
    data: { job: { id: 7, referenceId: null }, application: { id } },
  }) as NewEvent;

test('isSameEvent distinguishes two applications in the same millisecond, and recognises a repeated event', () => {
  expect(isSameEvent(received('a'), received('b'))).toBe(false);
  expect(isSameEvent(received('a'), received('a'))).toBe(true);
});
