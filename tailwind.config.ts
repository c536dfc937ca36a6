import type { Config } from 'tailwindcss';

const config: Config = {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}', './lib/dashboard/**/*.{ts,tsx}'],
  darkMode: 'class',
  theme: { extend: {} },
};

export default config;
