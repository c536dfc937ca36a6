import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';

type Props = {
  /** Name of the form for screen readers. */
  name: string;
  /** Name of the field for screen readers. */
  label: string;
  placeholder: string;
  text?: string;
  className?: string;
  fieldClass?: string;
  iconClass?: string;
  /** Further fields of the form. */
  children?: ReactNode;
};

/**
 * A search form that works without JavaScript: it posts to `/find`, so that the text is not in a URL. It is replaced
 * by the form that recognizes text as it is typed.
 */
export function PlainSearch({
  name,
  label,
  placeholder,
  text,
  className = '',
  fieldClass,
  iconClass,
  children,
}: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack <search>.
    <form role="search" aria-label={name} action="/find" method="post" className={`relative ${className}`}>
      {children}
      <Icon name="search" className={`pointer-events-none absolute size-4 text-muted ${iconClass}`} />
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        className={`field ${fieldClass}`}
      />
    </form>
  );
}
