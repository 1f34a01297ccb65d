type Environment = Readonly<Record<string, string | undefined>>

/** Of the variables of this program: they hold no key and lead to no node. */
const KEPT = ['TXWARDEN_HOME', 'TXWARDEN_PROFILE']

const LOOPBACK = ['127.0.0.1', 'localhost']

/**
 * The environment of a command behind the proxy: with its URL, and without keys and URLs of this program, with which the
 * command could go around the proxy or approve what it sends.
 * @param url of the first upstream
 * @param isOnly whether the command has no other choice
 */
export function childEnvironment(env: Environment, url: string, isOnly: boolean): Environment {
  const { NO_PROXY, no_proxy } = env
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TXWARDEN_') || KEPT.includes(name))),
    ETH_RPC_URL: url,
    // forge script and forge create read this one only. It counts more than --rpc-url, which chooses another one.
    FOUNDRY_ETH_RPC_URL: isOnly ? url : undefined,
    // Programs read either, and would send what they sign to an HTTP proxy.
    NO_PROXY: withLoopback(NO_PROXY ?? no_proxy),
    no_proxy: withLoopback(no_proxy ?? NO_PROXY),
  }
}

function withLoopback(hosts = ''): string {
  const entries = hosts.split(/[\s,]+/).filter((entry) => entry !== '')
  // curl reads * only where it stands alone.
  if (entries.includes('*')) return '*'
  return [...new Set([...entries, ...LOOPBACK])].join(',')
}
