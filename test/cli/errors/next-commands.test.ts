import { describe, expect, test } from 'vitest'
import { shownError } from '../../../src/cli/errors/errors.ts'
import { WardenError } from '../../../src/shared/errors.ts'

const errorWith = (code: string, more: Partial<ConstructorParameters<typeof WardenError>[0]> = {}) =>
  new WardenError({ kind: 'refused', code, message: 'something failed', ...more })

describe('the command that runs next after an error of the service', () => {
  test.each([
    ['no-node', {}, 'txwarden chain add --help'],
    ['no-node', { chain: 'base' }, 'txwarden chain add base'],
    ['no-node', { chain: 'base', isPaused: 'true' }, 'txwarden chain resume base'],
    ['bad-allowance', { instead: '10.0.0.0/8' }, 'txwarden serve --allow-destination 10.0.0.0/8'],
    ['damaged-database', {}, 'txwarden local restore <file>'],
    ['damaged-database', { file: 'my backup.db' }, "txwarden local restore 'my backup.db'"],
    ['no-database', {}, 'txwarden local status'],
    ['no-database', { task: 'connect' }, 'txwarden config explain'],
    ['not-found', { what: 'feed' }, 'txwarden intel sources'],
    ['quota-exceeded', { thing: 'alert' }, 'txwarden alert list'],
  ])('%s %j: %s', (code, parameters, command) => {
    expect(shownError(errorWith(code, { parameters })).try).toBe(command)
  })

  test('is none for a code that is not known, nor for what every object has', () => {
    for (const code of ['constructor', 'to-string', 'of-a-later-version'])
      expect(shownError(errorWith(code, { parameters: { task: 'constructor', what: 'constructor' } })).try).toBe(
        undefined,
      )
  })

  test('leaves the command of an error as it is', () => {
    expect(shownError(errorWith('no-node', { try: 'txwarden chain add base' })).try).toBe('txwarden chain add base')
  })

  test('after an answer of a service says more than its status, and changes nothing on this machine', () => {
    const answered = errorWith('database-damaged', { status: 503, try: 'txwarden config explain' })
    expect(shownError(answered).try).toBe('txwarden doctor')
    expect(shownError(answered, true).try).toBe('txwarden config explain')
    const parameters = { chain: 'base', thing: 'hold' }
    expect(shownError(errorWith('no-node', { status: 503, parameters }), true).try).toBe(undefined)
    const full = errorWith('quota-exceeded', { status: 409, parameters })
    expect(shownError(full, true).try).toBe('txwarden hold list --state held')
  })

  test('has no word of a service that a shell would run', () => {
    const parameters = { file: '$(reboot); echo', chain: '$(reboot)' }
    expect(shownError(errorWith('lost-writes', { parameters })).try).toBe("txwarden local restore '$(reboot); echo'")
    expect(shownError(errorWith('no-node', { parameters })).try).toBe("txwarden chain add '$(reboot)'")
  })
})
