import { list } from '../../cli/options.ts'

export const envAllowOption = list(
  'names',
  'variables that secrets may be taken from, beside those that start with TXWARDEN_SECRET_',
)
