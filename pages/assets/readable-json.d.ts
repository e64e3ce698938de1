/** A value as JSON for people: whatever fits on one line is on one line. Later lines begin with `indent`. */
export declare function readableJson(value: unknown, indent?: string): string;
