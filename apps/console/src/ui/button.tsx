import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'plain' | 'danger';
  isBusy?: boolean;
}

export function Button({ look = 'plain', isBusy = false, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${look}`}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
}
