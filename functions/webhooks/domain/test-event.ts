/** An event that stands for others. It is not in the log, so it has no number there. */
export const testEvent = (webhookId: number, now: Date) => ({
  id: 0,
  type: 'webhook.test',
  timestamp: now.toISOString(),
  data: { webhook: { id: webhookId } },
});
