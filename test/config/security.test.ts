import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { securityKeychain } from '../../src/config/keychain/find.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PLACE = { home: '/home/x', profile: 'prod', kind: 'management', origin: 'https://a.example' } as const
const ACCOUNT = 'home=/home/x profile=prod kind=management origin=https://a.example'

/** A program in the place of a Mac's `security`: what it was called with is kept. */
function standIn(script: string) {
  const folder = temporaryFolder()
  const path = join(folder, 'security')
  writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$@" > ${folder}/words\ncat > ${folder}/stdin\n${script}\n`)
  chmodSync(path, 0o700)
  const keychain = securityKeychain({ PATH: `${folder}:${process.env.PATH}` })
  return { keychain, seen: (name: 'words' | 'stdin') => readFileSync(join(folder, name), 'utf8') }
}

test('passes a key to macOS on stdin, quoted, never as an argument', async () => {
  const { keychain, seen } = standIn('')
  await keychain.store(PLACE, 'a"b\\c')
  expect(seen('words')).toBe('-i|')
  expect(seen('stdin')).toBe(`"add-generic-password" "-U" "-s" "txwarden" "-a" "${ACCOUNT}" "-w" "a\\"b\\\\c"\n`)
})

test('reads a key without the line end; a missing key is not a failure', async () => {
  const { keychain, seen } = standIn('echo the-key')
  expect(await keychain.read(PLACE)).toBe('the-key')
  expect(seen('words')).toBe(`find-generic-password|-s|txwarden|-a|${ACCOUNT}|-w|`)
  expect(await standIn('exit 44').keychain.read(PLACE)).toBeUndefined()
  await standIn('exit 44').keychain.remove(PLACE)
})

test('reports the message of a failure', async () => {
  const { keychain } = standIn('echo "User interaction is not allowed." >&2; exit 36')
  const said = 'security: User interaction is not allowed.'
  await expect(keychain.read(PLACE)).rejects.toThrow(said)
  await expect(keychain.store(PLACE, 'k')).rejects.toThrow(said)
  await expect(keychain.remove(PLACE)).rejects.toThrow(said)
})
