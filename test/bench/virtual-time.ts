/** What one actor does over time: it yields how many milliseconds it waits. */
export type Course<Result = void> = Generator<number, Result>;

/** Runs actors side by side in virtual time, which makes an hour of a model a second. Times are whole milliseconds. */
export function virtualTime() {
  const agenda = new Map<number, Course[]>();
  let time = 0;
  const at = (when: number, course: Course) => {
    const due = agenda.get(when);
    if (due) due.push(course);
    else agenda.set(when, [course]);
  };
  return {
    now: () => time,
    begin: (course: Course) => at(time + 1, course),
    runUntil: (end: number): void => {
      for (; time <= end; time += 1) {
        for (const course of agenda.get(time) ?? []) {
          const { value, done } = course.next();
          if (!done) at(time + Math.max(1, Math.ceil(value)), course);
        }
        agenda.delete(time);
      }
    },
  };
}
