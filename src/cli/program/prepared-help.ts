/**
 * The text of `txwarden --help` in 80 columns. The build for the package fills it in (scripts/build.ts): then help loads no
 * command.
 */
export const preparedHelp: string = ''
