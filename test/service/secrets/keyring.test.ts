import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeyFile } from '../../../src/service/secrets/key-file.ts'
import { MasterKey, readKeyring, readOrCreateKeyring } from '../../../src/service/secrets/keyring.ts'
import { open, seal } from '../../../src/service/secrets/sealing.ts'
import { failureOf } from '../warden-failure.ts'
import { countingRandom } from './counting-random.ts'

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7 + 1))
const KEY_ID = createHash('sha256').update(KEY).digest('hex').slice(0, 8)

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'txwarden-keyring-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Given {
  readonly variable?: string
  readonly keyFile?: string
}

function load({ variable, keyFile = join(home, 'master.key') }: Given = {}) {
  return readOrCreateKeyring({ env: { TXWARDEN_MASTER_KEY: variable }, keyFile, random: countingRandom() })
}

describe('the key in the environment', () => {
  test.each([
    ['base64', KEY.toString('base64')],
    ['base64 without padding', KEY.toString('base64').replace('=', '')],
    ['base64url', KEY.toString('base64url')],
    ['hex', KEY.toString('hex')],
    ['hex in capitals', KEY.toString('hex').toUpperCase()],
    ['with a newline at its end', `${KEY.toString('base64')}\n`],
  ])('is read as %s', (_form, variable) => {
    expect(load({ variable }).id).toBe(KEY_ID)
  })

  test('overrides the file, which is not created', () => {
    load({ variable: KEY.toString('hex') })
    expect(readdirSync(home)).toEqual([])
  })

  test.each([
    ['too short', KEY.subarray(1).toString('hex')],
    ['too long', `${KEY.toString('hex')}00`],
    ['31 bytes of base64', KEY.subarray(1).toString('base64')],
    ['a pass phrase', 'correct horse battery staple'],
    ['not quite base64', `${KEY.toString('base64').slice(0, -2)}!=`],
  ])('is refused when it is %s, without showing the value', (_fault, variable) => {
    const error = failureOf(() => load({ variable }))
    expect(error).toMatchObject({ kind: 'refused', code: 'bad-master-key', try: 'openssl rand -base64 32' })
    expect(inspect(error)).not.toContain(variable)
    expect(readdirSync(home)).toEqual([])
  })

  test.each([undefined, '', ' \n'])('counts as not given when it is %j', (variable) => {
    load({ variable })
    expect(readdirSync(home)).toEqual(['master.key'])
  })
})

describe('the key file', () => {
  test('is created on first use, for its owner only, without other files', () => {
    const keyFile = join(home, 'deeper', 'still', 'master.key')
    load({ keyFile })
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'deeper')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(home, 'deeper', 'still'))).toEqual(['master.key'])
  })

  test('returns the stored key', () => {
    const keyFile = join(home, 'master.key')
    const made = load({ keyFile })
    const read = readOrCreateKeyring({ env: {}, keyFile, random: countingRandom(99) })
    expect(read.id).toBe(made.id)
  })

  test('has one line that the environment variable accepts too', () => {
    const keyFile = join(home, 'master.key')
    const made = load({ keyFile })
    expect(load({ variable: readFileSync(keyFile, 'utf8') }).id).toBe(made.id)
  })

  test('is created with any umask', () => {
    const before = process.umask(0o000)
    try {
      const keyFile = join(home, 'master.key')
      load({ keyFile })
      expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })

  test.each([
    [0o640, '0640'],
    [0o604, '0604'],
    [0o660, '0660'],
    [0o601, '0601'],
  ])('is refused with mode %o and suggests chmod', (mode, shown) => {
    const keyFile = join(home, 'master.key')
    load({ keyFile })
    chmodSync(keyFile, mode)
    const error = failureOf(() => load({ keyFile }))
    expect(error).toMatchObject({ kind: 'refused', code: 'key-file-open-to-others', try: `chmod 600 ${keyFile}` })
    expect(error.message).toContain(`mode ${shown}`)
  })

  test('is accepted when read-only', () => {
    const keyFile = join(home, 'master.key')
    const made = load({ keyFile })
    chmodSync(keyFile, 0o400)
    expect(load({ keyFile }).id).toBe(made.id)
  })

  test('quotes its path in the suggested command', () => {
    const keyFile = join(home, "it's a key")
    load({ keyFile })
    chmodSync(keyFile, 0o644)
    const error = failureOf(() => load({ keyFile }))
    execFileSync('/bin/sh', ['-c', error.try ?? ''])
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  test.each(['', 'half a key', `${KEY.toString('base64').slice(0, 20)}`])(
    'that holds %j is refused and not replaced',
    (content) => {
      const keyFile = join(home, 'master.key')
      writeFileSync(keyFile, content, { mode: 0o600 })
      expect(failureOf(() => load({ keyFile }))).toMatchObject({ kind: 'refused', code: 'bad-key-file' })
      expect(readFileSync(keyFile, 'utf8')).toBe(content)
    },
  )

  test('that cannot be read names the path, and suggests no new key', () => {
    writeFileSync(join(home, 'file'), '')
    const keyFile = join(home, 'file', 'master.key')
    const error = failureOf(() => load({ keyFile }))
    expect(error).toMatchObject({
      kind: 'refused',
      code: 'key-file-unusable',
      message: expect.stringMatching(/^cannot read .*master\.key: ENOTDIR$/),
      details: [expect.stringContaining('TXWARDEN_MASTER_KEY')],
      try: `ls -ld ${keyFile}`,
    })
  })

  test('that cannot be created names the path and the alternative', () => {
    writeFileSync(join(home, 'file'), '')
    const keyFile = join(home, 'file', 'master.key')
    const error = failureOf(() => createKeyFile(keyFile, countingRandom()))
    expect(error).toMatchObject({
      code: 'key-file-unusable',
      message: expect.stringMatching(/^cannot create .*master\.key: \w+$/),
    })
    expect(error.try).toContain('TXWARDEN_MASTER_KEY')
  })

  test('is the same for processes that start at once', async () => {
    const keyFile = join(home, 'master.key')
    const keyring = new URL('../../../src/service/secrets/keyring.ts', import.meta.url).href
    const script = `
      import { randomBytes } from 'node:crypto'
      import { readOrCreateKeyring } from ${JSON.stringify(keyring)}
      process.stdout.write('ready')
      process.stdin.once('data', () => {
        process.stdout.write(' ' + readOrCreateKeyring({ env: {}, keyFile: ${JSON.stringify(keyFile)}, random: randomBytes }).id)
        process.exit(0)
      })`
    const racers = Array.from({ length: 12 }, () => racer(script))
    await Promise.all(racers.map(({ ready }) => ready))
    for (const { go } of racers) go()
    const ids = await Promise.all(racers.map(({ answer }) => answer))
    expect(new Set(ids)).toEqual(new Set([load({ keyFile }).id]))
    expect(readdirSync(home)).toEqual(['master.key'])
  })
})

/** A process that says it is ready, waits for a line, and then prints one word. */
function racer(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.startsWith('ready')) resolve()
    })
  })
  const answer = new Promise<string>((resolve) => {
    child.on('close', () => resolve(output.replace('ready ', '')))
  })
  return { ready, answer, go: () => child.stdin.write('go\n') }
}

describe('several keys', () => {
  const older = Buffer.alloc(32, 9)
  const olderId = createHash('sha256').update(older).digest('hex').slice(0, 8)

  test.each([' ', '\n', ' \n\t'])('with %j between them: the first seals, each opens', (between) => {
    const both = load({ variable: `${KEY.toString('base64')}${between}${older.toString('hex')}` })
    expect({ id: both.id, ids: both.ids }).toEqual({ id: KEY_ID, ids: [KEY_ID, olderId] })
    const old = load({ variable: older.toString('hex') })
    expect(open(both, seal(old, 'a secret', 'place'), 'place')).toBe('a secret')
    expect(failureOf(() => open(old, seal(both, 'a secret', 'place'), 'place'))).toMatchObject({
      code: 'another-master-key',
    })
  })

  test('with an invalid one are refused, without showing the value', () => {
    const error = failureOf(() => load({ variable: `${KEY.toString('base64')} half-a-key` }))
    expect(error).toMatchObject({ code: 'bad-master-key' })
    expect(inspect(error)).not.toContain('half-a-key')
  })
})

describe('the current keyring', () => {
  test('is not made by reading it', () => {
    const keyFile = join(home, 'master.key')
    expect(readKeyring({ env: {}, keyFile, random: countingRandom() })).toBeUndefined()
    const masterKey = new MasterKey({ env: {}, keyFile, random: countingRandom() })
    expect(masterKey.find()).toBeUndefined()
    expect(failureOf(masterKey.require)).toMatchObject({ kind: 'refused', code: 'another-master-key' })
    expect(readdirSync(home)).toEqual([])
  })

  test('follows the file, and stays when the file disappears', () => {
    const keyFile = join(home, 'master.key')
    const masterKey = new MasterKey({ env: {}, keyFile, random: countingRandom() })
    const inUse = () => masterKey.require()
    const made = masterKey.create()
    writeFileSync(join(home, 'next'), KEY.toString('hex'), { mode: 0o600 })
    renameSync(join(home, 'next'), keyFile)
    expect([inUse().id, made.id === KEY_ID]).toEqual([KEY_ID, false])
    rmSync(keyFile)
    expect(inUse().id).toBe(KEY_ID)
    expect(readdirSync(home)).toEqual([])
  })
})

describe('a keyring', () => {
  test("has the first 8 hex digits of its key's SHA-256 as id", () => {
    expect(load({ variable: KEY.toString('hex') }).id).toBe(KEY_ID)
  })

  test('never shows its key when printed', () => {
    const keyring = load({ variable: KEY.toString('hex') })
    const prints = [
      String(keyring),
      JSON.stringify({ keyring }),
      format('%s %o %O %j', keyring, keyring, keyring, keyring),
      inspect(keyring, { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true, customInspect: false }),
      inspect({ ...keyring }),
    ]
    for (const form of [KEY.toString('hex'), KEY.toString('base64'), KEY.toString('latin1'), [...KEY].join(', ')]) {
      for (const print of prints) expect(print).not.toContain(form)
    }
    expect(prints[0]).toBe(`Keyring ${KEY_ID}`)
    expect(prints[1]).toBe(`{"keyring":{"id":"${KEY_ID}"}}`)
  })
})
