/**
 * The judgement of a file: complete and of its type, the same with active content, text in another encoding, or another
 * type.
 */
export type Judgement = 'right' | 'active' | 'encoding' | 'wrong';

/** Active content counts first: it identifies a file even when a safe program would not recognise it. */
export const judge = (isRight: boolean, isActive = false): Judgement =>
  isActive ? 'active' : isRight ? 'right' : 'wrong';
