/** An instant in whole seconds since 1970, as HTTP dates and DynamoDB's time to live count it. */
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
