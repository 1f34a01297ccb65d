type Environment = Readonly<Record<string, string | undefined>>

const MASTER_KEY_CREDENTIAL = 'txwarden-master-key'

/** Adds the master key that systemd gives a unit as a file (LoadCredential), where the variable is not set. */
export function withCredentials(env: Environment): Environment {
  const { CREDENTIALS_DIRECTORY: folder, TXWARDEN_MASTER_KEY: given } = env
  if (folder === undefined || given?.trim()) return env
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const file = `${folder}/${MASTER_KEY_CREDENTIAL}`
  return existsSync(file) ? { ...env, TXWARDEN_MASTER_KEY: readFileSync(file, 'utf8').trim() } : env
}
