/** The service cannot start or continue. The message explains the reason to its user in one sentence. */
export class StartFailure extends Error {}
