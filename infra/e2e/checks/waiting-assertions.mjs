/**
 * Refuses `expect(await locator.count())` and its like in the browser tests: it looks once at a page that may still
 * move. `await expect(locator).toHaveCount(…)` and `await expect.poll(() => …)` look until it's true.
 */

const reads = new Set([
  ...['allInnerTexts', 'allTextContents', 'boundingBox', 'content', 'count', 'evaluate', 'evaluateAll'],
  ...[
    'getAttribute',
    'innerHTML',
    'innerText',
    'inputValue',
    'isChecked',
    'isDisabled',
    'isEditable',
    'isEnabled',
  ],
  ...['isHidden', 'isVisible', 'textContent', 'title'],
]);
/** Functions of the tests that wait until the page is still before they look. */
const waitsByItself = new Set([
  'accessibilityFaults',
  'showUntil',
  'sidewaysScroll',
  'sidewaysScrolls',
  'view',
]);

const looksOnce = ({ callee, arguments: given }) =>
  callee.type === 'MemberExpression'
    ? reads.has(callee.property.name)
    : !waitsByItself.has(callee.name) &&
      given.some((argument) => (argument.name ?? argument.property?.name) === 'page');

/** Whether an assertion awaits such a look: what a function inside it does is that function's. */
function awaitsLook(node) {
  if (Array.isArray(node)) return node.some(awaitsLook);
  if (typeof node?.type !== 'string' || node.type.includes('Function')) return false;
  if (node.type === 'AwaitExpression' && node.argument.type === 'CallExpression' && looksOnce(node.argument))
    return true;
  return Object.entries(node).some(([key, child]) => key !== 'parent' && awaitsLook(child));
}

const rule = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.name === 'expect' && awaitsLook(node.arguments[0]))
        context.report({
          node,
          message:
            'Looks once at a moving page: use await expect(locator).toHave…(…) or expect.poll(() => …).',
        });
    },
  }),
};

export default { meta: { name: 'browser-tests' }, rules: { 'waiting-assertions': rule } };
