import { list, required, text } from '../../cli/options.ts'

/** Flags of `diff` and `apply`. */
export const manifestOptions = {
  file: required(text('path', 'a file, a folder of .yaml and .json files, or - for stdin', { short: 'f' })),
  envAllow: list('names', 'variables that secrets can be read from, besides those that start with TXWARDEN_SECRET_'),
} as const
