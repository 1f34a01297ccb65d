import { existsSync } from 'node:fs'
import { isPostgresUrl } from '../../shared/database-url.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Clock } from '../runtime/deps.ts'
import { isReplacementUnderWay, replaceKeyFile } from '../secrets/key-file.ts'
import { isKeyInVariable, type Keyring, loadKeyring, MASTER_KEY_VARIABLE } from '../secrets/keyring.ts'
import { KEY_BYTES } from '../secrets/master-key.ts'
import { openStore } from '../store/open.ts'
import { hasContent } from '../store/sqlite/files.ts'
import { overwriteFreed } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'
import { recordAdministration } from './audit.ts'
import { lockAgainstServe } from './lock-against-serve.ts'
import { type MasterKeyFacts, type MasterKeySources, masterKeyFacts, sealingKeyIds } from './master-key.ts'
import { reseal } from './reseal.ts'

export interface RekeyReport {
  readonly database: string
  /** The new one. */
  readonly masterKey: MasterKeyFacts | null
  /** Ids of the keys that nothing here is sealed with any more. */
  readonly retired: readonly string[]
  /** How many secrets were sealed anew by this run. */
  readonly resealed: number
  /** Ids of keys that are not here: what they sealed stays as it is. */
  readonly sealedByOthers: readonly string[]
}

/**
 * Seals everything in the database with a new master key. The key file holds the new key and the old one until nothing
 * is sealed with the old: at every moment each secret can be read with what is in it, and a run that was interrupted is
 * finished by the next one. A key in the variable is the caller's to change: it holds both, the new one first.
 * @throws WardenError `no-database`, `no-master-key`, `served`, `one-master-key`, `seal-broken`
 */
export async function rekey(
  database: string,
  keySources: MasterKeySources,
  deps: { readonly clock: Clock },
): Promise<RekeyReport> {
  const { env, keyFile, random } = keySources
  const isFile = !isPostgresUrl(database)
  if (isFile && !hasContent(database)) throw nothingToSeal('no-database', 'there is no database yet')
  const isInVariable = isKeyInVariable(env)
  if (!isInVariable && !existsSync(keyFile)) throw nothingToSeal('no-master-key', 'there is no master key here')
  const lock = isFile ? lockAgainstServe(database, 'get another master key') : undefined
  const store = await openStore(database, { env })
  try {
    if (isFile) await store.write(overwriteFreed)
    else if ((await store.facts()).served) throw servedMeanwhile(database)
    const before = loadKeyring(keySources)
    if (isInVariable ? before.ids.length === 1 : !isReplacementUnderWay(keyFile)) addKey(before, keySources)
    const keyring = loadKeyring(keySources)
    const retired = keyring.ids.slice(1)
    let resealed = 0
    const finish = () =>
      store.write(async (db) => {
        // Under the write lock nobody seals: a command that began before may have done so with the old key.
        const used = await sealingKeyIds(db)
        if (retired.some((id) => used.includes(id))) return false
        await recordAdministration(db, { ...deps, random }, 'rekey', { from: retired, to: keyring.id })
        if (!isInVariable) replaceKeyFile(keyFile, keyring.copyKeys().slice(0, 1), random)
        return true
      })
    do resealed += await reseal(store, keyring, keyring)
    while (!(await finish()))
    return {
      database,
      masterKey: masterKeyFacts(keySources),
      retired,
      resealed,
      sealedByOthers: await othersOf(store, keyring),
    }
  } finally {
    await store.close()
    lock?.release()
  }
}

/** The new key goes before the old ones; a file that is marked so has it already, from a run that was interrupted. */
function addKey(before: Keyring, { env, keyFile, random }: MasterKeySources): void {
  if (!isKeyInVariable(env)) {
    replaceKeyFile(keyFile, [random(KEY_BYTES), ...before.copyKeys()], random, { isUnderWay: true })
    return
  }
  throw new WardenError({
    kind: 'refused',
    code: 'one-master-key',
    message: `the master key comes from ${MASTER_KEY_VARIABLE}, which only you can change: put a new key before the old one`,
    details: [
      'Both stand in it, with a blank between them: the first seals, each opens what it sealed.',
      'Then `txwarden local rekey` seals everything with the first, and the second can go.',
    ],
    try: `export ${MASTER_KEY_VARIABLE}="$(openssl rand -base64 ${KEY_BYTES}) $${MASTER_KEY_VARIABLE}"`,
  })
}

async function othersOf(store: Store, keyring: Keyring): Promise<string[]> {
  return (await sealingKeyIds(store.read)).filter((id) => keyring.keyOf(id) === undefined)
}

function servedMeanwhile(database: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'served',
    message: `${database} is served at this moment; it cannot get another master key meanwhile`,
    details: ['Stop every `txwarden serve` on it first: each has the key, and would go on with the old one.'],
    try: 'txwarden local status',
  })
}

function nothingToSeal(code: string, message: string): WardenError {
  return new WardenError({
    kind: 'not-found',
    code,
    message: `${message}: nothing is sealed`,
    details: ['The first secret that is stored makes the master key.'],
    try: 'txwarden local status',
  })
}
