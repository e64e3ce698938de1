/** A time in whole seconds since 1970, the precision of HTTP dates and of DynamoDB's time to live. */
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
