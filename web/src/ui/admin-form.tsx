import type { ComponentProps, KeyboardEvent, SubmitEvent } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * A form of the admin. Enter in a single-line field submits it only if that is its only field: an owner's submission
 * can't be taken back, so a form of several fields is sent by its button. `onSubmit` needn't prevent the browser's own
 * submit.
 */
export function AdminForm({ onSubmit, onKeyDown, ...rest }: Props) {
  return (
    <form
      {...rest}
      onKeyDown={(event) => {
        if (isEnterInOneOfSeveral(event)) event.preventDefault();
        onKeyDown?.(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    />
  );
}

function isEnterInOneOfSeveral({ key, target, currentTarget }: KeyboardEvent<HTMLFormElement>): boolean {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return false;
  return isTyped(target) && [...currentTarget.elements].filter(isTyped).length > 1;
}

function isTyped(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  return (
    element instanceof HTMLInputElement && !/^(button|checkbox|hidden|radio|reset|submit)$/.test(element.type)
  );
}
