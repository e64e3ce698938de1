import type { CodeOf } from '../add-functions.ts';
import type { Stage } from '../stages.ts';

/** What a stack with functions is made of. */
export interface FunctionStackProps {
  stage: Stage;
  codeOf: CodeOf;
  /** Whether requests that write are refused, and nothing runs on schedule. */
  maintenance: 'on' | 'off';
}
