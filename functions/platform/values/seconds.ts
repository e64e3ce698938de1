/**
 * A time (a number is one in milliseconds) in whole seconds since 1970, the precision of HTTP dates and of DynamoDB's
 * time to live.
 */
export const secondsOf = (instant: Date | number): number => Math.floor(instant.valueOf() / 1_000);
