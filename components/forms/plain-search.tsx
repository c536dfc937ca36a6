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
 * A search form without JavaScript: it posts to `/find`, so that the text is not in a URL. With JavaScript, it is a box
 * without a field until the real form is in the page, because text typed into a form that is replaced would be lost.
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
  const icon = (
    <Icon name="search" className={`pointer-events-none absolute size-4 text-muted ${iconClass}`} />
  );
  return (
    <>
      <div aria-hidden="true" className={`relative noscript:hidden ${className}`}>
        {icon}
        <div className={`field flex items-center text-muted ${fieldClass}`}>{text || placeholder}</div>
      </div>
      <noscript>
        {/* biome-ignore lint/a11y/useSemanticElements: older supported browsers lack <search>. */}
        <form
          role="search"
          aria-label={name}
          action="/find"
          method="post"
          className={`relative ${className}`}
        >
          {children}
          {icon}
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
      </noscript>
    </>
  );
}
