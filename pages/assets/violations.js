/** The control that a violation is about: that of a parameter or header, or the body. */
const controlOf = (form, { parameter, header }) =>
  parameter === undefined && header === undefined
    ? form.querySelector('[data-body]')
    : form.querySelector(`[name="${CSS.escape(parameter ?? header)}"]`);

/** Shows each broken rule below the field that breaks it; without any, removes those shown before. */
export function showViolations(form, violations) {
  for (const shown of form.querySelectorAll('.violations')) shown.remove();
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
  for (const violation of violations) {
    const control = controlOf(form, violation);
    if (!control) continue;
    const id = `${control.id}-violations`;
    let list = document.getElementById(id);
    if (!list) {
      list = document.createElement('ul');
      list.className = 'violations';
      list.id = id;
      control.setAttribute('aria-invalid', 'true');
      control.setAttribute('aria-describedby', id);
      control.closest('p').after(list);
    }
    const line = document.createElement('li');
    line.textContent = violation.message;
    list.append(line);
  }
}
