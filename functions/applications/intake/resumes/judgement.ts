/** What a file is: whole and of its type, the same with something active in it, text in another encoding, or none. */
export type Judgement = 'right' | 'active' | 'encoding' | 'wrong';

/** Something active counts first: it says what a file is even where a program that is safe would not know it. */
export const judged = (isRight: boolean, isActive = false): Judgement =>
  isActive ? 'active' : isRight ? 'right' : 'wrong';
