const { homedir } = require('node:os')
const { existsSync, mkdirSync } = require('node:fs')
const { dirname, join } = require('node:path')

const FLOOR = [24, 15]

/** @returns {boolean} whether this Node can run the program; if not, says so and sets the exit code. */
function enforceNodeFloor(version = process.versions.node, write = (text) => process.stderr.write(text)) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > FLOOR[0] || (major === FLOOR[0] && minor >= FLOOR[1])) return true
  write(
    `txwarden needs Node ${FLOOR.join('.')} or newer; this is ${version}. Try: install Node ${FLOOR[0]} LTS, then run the command again\n`,
  )
  process.exitCode = 1
  return false
}

/** Below the user's own cache folder: the default is the shared temporary folder, where others could leave code for us. */
function openCompileCache(env = process.env) {
  const { enableCompileCache } = require('node:module')
  const cache =
    env.TXWARDEN_HOME ||
    (env.XDG_CACHE_HOME ? join(env.XDG_CACHE_HOME, 'txwarden') : join(homedir(), '.cache', 'txwarden'))
  const folder = join(cache, 'compile-cache')
  if (isMade(folder)) enableCompileCache(folder)
}

/** Part by part: making all at once never ends below a folder that takes no new ones, such as /proc. */
function isMade(folder) {
  if (existsSync(folder)) return true
  if (dirname(folder) === folder || !isMade(dirname(folder))) return false
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch {
    return existsSync(folder)
  }
}

module.exports = { enforceNodeFloor, openCompileCache }
