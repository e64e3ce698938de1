/** Formats a value as JSON. Values that fit stay on one line; later lines begin with `indent`. */
export declare function readableJson(value: unknown, indent?: string): string;
