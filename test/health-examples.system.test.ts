import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from './support/free-port.ts'
import { needs } from './support/needs.ts'
import { parseMetrics } from './support/prometheus-text.ts'
import { serveForTest } from './support/served.ts'
import { until } from './support/stepped-time.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly runbook: string }
}

const RULES = 'examples/prometheus/rules.yml'
const rules: readonly Rule[] = parse(readFileSync(RULES, 'utf8')).groups[0].rules
const board = JSON.parse(readFileSync('examples/grafana/txwarden.json', 'utf8'))
const boardExpressions: readonly string[] = board.panels.flatMap((panel: { targets: { expr: string }[] }) =>
  panel.targets.map(({ expr }) => expr),
)

async function scrape(): Promise<{ url: string; text: string }> {
  const { serving } = await serveForTest({ metrics: { host: '127.0.0.1', port: 0 } })
  const url = serving.metricsUrl ?? ''
  return { url, text: await (await fetch(`${url}/metrics`)).text() }
}

/** Names of series in an expression. */
function seriesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:txwarden|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
}

describe('what is shipped for Prometheus and Grafana', () => {
  test('names series that a scrape has', async () => {
    const families = parseMetrics((await scrape()).text)
    const known = [...families].flatMap(([name, { type }]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    )
    const named = [...rules.map(({ expr }) => expr), ...boardExpressions].flatMap(seriesIn)
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  test('three rules page, seven make tickets, and each has a heading of the runbook', () => {
    const severities = rules.map(({ labels }) => labels.severity)
    expect([severities.filter((each) => each === 'page').length, severities.length]).toEqual([3, 10])
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      slug(heading),
    )
    const links = rules.map(({ annotations }) => annotations.runbook)
    expect(links.filter((link) => !headings.includes(link.replace('docs/runbook.md#', '')))).toEqual([])
  })

  test('the docs name every series', async () => {
    const page = readFileSync('docs/serve.md', 'utf8')
    const names = [...parseMetrics((await scrape()).text).keys()].filter((name) => name.startsWith('txwarden_'))
    expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([])
  })
})

/** Series that make a rule fire, and the labels of its alert beside instance and job. */
const FIRING: Readonly<Record<string, readonly string[]>> = {
  TxwardenNotReady: ['txwarden_ready{S} 0'],
  TxwardenDeliveryWaits: ['txwarden_delivery_oldest_waiting_seconds{S} 121'],
  TxwardenFeedOld: [
    'txwarden_intel_source_age_seconds{S,source="ofac"} 700000',
    'txwarden_intel_source_max_age_seconds{S,source="ofac"} 604800',
  ],
  TxwardenChainBehind: ['txwarden_chain_lag_seconds{S,chain="base"} 601'],
  TxwardenNodesFail: [
    'txwarden_node_requests_total{S,chain="base",outcome="failed"} 0+30x60',
    'txwarden_node_requests_total{S,chain="base",outcome="answered"} 0+60x60',
  ],
  TxwardenNodeSilent: ['txwarden_node_silent_seconds{S,chain="base"} 601'],
  TxwardenSafeQueueOld: ['txwarden_safe_queue_age_seconds{S} 901'],
  TxwardenDeliveriesFailed: ['txwarden_deliveries_total{S,channel="SLACK",outcome="failed"} 0+0x40 1+0x20'],
  TxwardenBackupOld: ['txwarden_backup_age_seconds{S} 172801'],
  TxwardenDatabaseFails: ['txwarden_database_errors_total{S} 0+1x60'],
}

needs('promtool').describe('promtool', () => {
  const promtool = (args: readonly string[], input = '') =>
    execFileSync('promtool', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })

  test('has nothing to say about a scrape', async () => {
    expect(promtool(['check', 'metrics'], (await scrape()).text)).toBe('')
  })

  test('accepts the rules and the configuration', () => {
    expect(promtool(['check', 'rules', RULES])).toContain('10 rules found')
    expect(promtool(['check', 'config', 'examples/prometheus/prometheus.yml'])).toContain('SUCCESS')
  })

  test('every rule fires where it should, and none does on a healthy service', () => {
    const healthy = {
      up: '1',
      txwarden_ready: '1',
      'txwarden_build_info,database="sqlite"': '1',
      txwarden_backup_age_seconds: '3600',
      txwarden_disk_free_bytes: '1e11',
    }
    const constant = (value: string) => (value.includes('x') ? value : `${value}+0x60`)
    const series = (given: readonly string[]) => {
      const own = given.map((line) => line.replace('{S', '{instance="a",job="txwarden"').split(/ (.*)/s))
      const named = own.map(([name = '']) => name.split('{')[0])
      const others = Object.entries(healthy).flatMap(([key, value]) => {
        const [name = '', label] = key.split(/,(.*)/s)
        const labels = `instance="a",job="txwarden"${label === undefined ? '' : `,${label}`}`
        return named.includes(name) ? [] : [[`${name}{${labels}}`, value]]
      })
      return [...own, ...others].map(([name, values = '']) => ({ series: name, values: constant(values) }))
    }
    const expected = (fires: string | undefined) =>
      rules.map(({ alert }) => ({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: '59m',
        exp_samples: [{ value: alert === fires ? 1 : 0 }],
      }))
    const cases = [[undefined, []] as const, ...Object.entries(FIRING)].map(([fires, given]) => ({
      interval: '1m',
      input_series: series(given),
      promql_expr_test: expected(fires),
    }))
    expect(Object.keys(FIRING)).toEqual(rules.map(({ alert }) => alert))
    const file = join(temporaryFolder(), 'tests.json')
    // YAML has JSON.
    writeFileSync(file, JSON.stringify({ rule_files: [join(process.cwd(), RULES)], tests: cases }))
    expect(promtool(['test', 'rules', file])).toContain('SUCCESS')
  })
})

needs('prometheus').test('a real Prometheus scrapes it, and its rules see that it is ready', async () => {
  const { url } = await scrape()
  const folder = temporaryFolder()
  const config = {
    global: { scrape_interval: '200ms', evaluation_interval: '200ms' },
    rule_files: [join(process.cwd(), RULES)],
    scrape_configs: [{ job_name: 'txwarden', static_configs: [{ targets: [new URL(url).host] }] }],
  }
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const flags = {
    'config.file': join(folder, 'prometheus.yml'),
    'storage.tsdb.path': folder,
    'web.listen-address': address,
  }
  const child = spawn(
    'prometheus',
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: 'ignore' },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const query = async (expression: string) => {
    const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`)
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }
    return data.result.map(({ value }) => value[1])
  }
  await until(() =>
    query('txwarden_ready').then(
      (values) => values[0] === '1',
      () => false,
    ),
  )
  expect(await query('up{job="txwarden"}')).toEqual(['1'])
  // Before the first scrape there was none to see.
  await until(() => query('ALERTS{alertname="TxwardenNotReady"}').then((alerts) => alerts.length === 0))
})
