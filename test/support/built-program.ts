import { dirname, join } from 'node:path'

const { TXWARDEN_TEST_PROGRAM } = process.env

/**
 * The words that start the program: the build of the checkout, or what TXWARDEN_TEST_PROGRAM names, a script of an installed
 * package or the single executable.
 */
export const COMMAND: readonly [string, ...string[]] =
  TXWARDEN_TEST_PROGRAM === undefined || TXWARDEN_TEST_PROGRAM.endsWith('.js')
    ? [process.execPath, TXWARDEN_TEST_PROGRAM ?? join(import.meta.dirname, '../../bin/txwarden.js')]
    : [TXWARDEN_TEST_PROGRAM]

/** The folder that processes of the program run in: that of the executable, where nothing else is; otherwise the checkout. */
export const FOLDER = COMMAND.length === 1 ? dirname(COMMAND[0]) : process.cwd()

/** The same as words of a POSIX shell. */
export const SHELL_COMMAND = COMMAND.map((word) => `'${word}'`).join(' ')
