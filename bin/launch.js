const { homedir } = require('node:os')
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')
const { Script } = require('node:vm')

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

const MAIN = 'main.cjs'
const NOTHING = Buffer.alloc(0)
const OPENING = Buffer.from('(function (exports, require, module, __filename, __dirname) {')
const CLOSING = Buffer.from('\n})')

/**
 * Loads the program with what V8 compiled of it in earlier runs. Node's own cache has only what is compiled when a file is loaded:
 * the functions that are compiled when they are first called, which are most, would be compiled at each start.
 * @param {string} folder of the build
 * @param {(path: string) => Buffer} read a file of the build
 */
function loadProgram(folder, read = readFileSync, env = process.env) {
  const cache = cacheFolder(env)
  const loaded = new Map()
  const load = (path) => {
    const known = loaded.get(path)
    if (known) return known.module.exports
    const source = read(path)
    const name = basename(path)
    const cachedData = cache && compiledOf(join(cache, name), name === MAIN ? source : NOTHING)
    // Joined as bytes: V8 would copy a joined text. The build has ASCII only.
    const code = Buffer.concat([OPENING, source, CLOSING])
    const script = new Script(code.latin1Slice(), { filename: path, cachedData })
    const module = { exports: {} }
    loaded.set(path, { module, name, source, script, isKept: script.cachedDataRejected === false })
    const requireFrom = (id) => (id.startsWith('.') ? load(join(dirname(path), id)) : require(id))
    script.runInThisContext().call(module.exports, module.exports, requireFrom, module, path, dirname(path))
    return module.exports
  }
  if (cache) process.once('exit', () => keepCompiled(cache, [...loaded.values()]))
  return load(join(folder, MAIN))
}

/** Below the user's own cache folder: in the shared temporary folder others could leave code for us. */
function cacheFolder(env) {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  if (env.NODE_COMPILE_CACHE) return join(env.NODE_COMPILE_CACHE, 'txwarden')
  const cache =
    env.TXWARDEN_HOME ||
    (env.XDG_CACHE_HOME ? join(env.XDG_CACHE_HOME, 'txwarden') : join(homedir(), '.cache', 'txwarden'))
  return join(cache, 'compile-cache')
}

/** V8 compares only the lengths of sources. Names have the hash of the content, except for the main file: its source is at the end. */
function compiledOf(file, source) {
  try {
    const kept = readFileSync(file)
    const end = kept.length - source.length
    return end > 0 && kept.subarray(end).equals(source) ? kept.subarray(0, end) : undefined
  } catch {
    return undefined
  }
}

/** What runs for longer has compiled what no start needs, and V8 has dropped some of what its own start needed (s). */
const LONGEST_START = 20

/**
 * Once for each set of files that are loaded together: another command calls other functions of them. The folder has what one Node
 * compiled of one build, of which the main file names all others.
 */
function keepCompiled(cache, loaded) {
  try {
    const set = join(cache, `${setOf(loaded)}.set`)
    if (process.uptime() > LONGEST_START || (loaded.every(({ isKept }) => isKept) && existsSync(set))) return
    if (!loaded[0].isKept) rmSync(cache, { recursive: true, force: true })
    if (!isMade(cache)) return
    for (const { name, source, script } of loaded) {
      const compiled = script.createCachedData()
      replace(join(cache, name), name === MAIN ? Buffer.concat([compiled, source]) : compiled)
    }
    replace(set, '')
  } catch {
    // The next run tries again.
  }
}

function setOf(loaded) {
  let sum = 0
  for (const { name } of loaded) for (const character of name) sum = Math.imul(sum, 31) + character.charCodeAt(0)
  return sum >>> 0
}

/** Another process may read it. */
function replace(file, content) {
  const written = `${file}.${process.pid}`
  writeFileSync(written, content, { mode: 0o600 })
  renameSync(written, file)
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

module.exports = { enforceNodeFloor, loadProgram }
