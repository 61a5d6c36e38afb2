import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance } from './edit-distance.ts'
import { unknownNames } from './unknown-names.ts'

test('Letters left out, added, changed or swapped count one each', () => {
  const cases: [string, string, number][] = [
    ['PORT', 'PORT', 0],
    ['DATBASE_URL', 'DATABASE_URL', 1],
    ['PORTT', 'PORT', 1],
    ['DATABASE_ULR', 'DATABASE_URL', 1],
    ['DATABASE_URI', 'DATABASE_URL', 1],
    ['DATBASE_ULR', 'DATABASE_URL', 2],
    ['', 'PORT', 4],
  ]
  for (const [left, right, distance] of cases) {
    assert.equal(editDistance(left, right), distance, `${left} ${right}`)
    assert.equal(editDistance(right, left), distance, `${right} ${left}`)
  }
})

const inEnvironment = (environment: Record<string, string>, envFile = {}) =>
  unknownNames(environment, envFile).map(({ sentence }) => sentence.split(' ')[0])

test('A name of the environment that is nearly a setting is refused, a short one is not', () => {
  for (const name of [
    ...['DATBASE_URL', 'DATABASE_ULR', 'DATBASE_ULR', 'DATABASE_URI', 'database_url'],
    ...['DATABASE_URL_FIEL', 'DATBASE_URL_FILE', 'DATA_DIRS', 'SECRETS_KEYS', 'LOG_LEVLE'],
  ]) {
    assert.deepEqual(inEnvironment({ [name]: 'x' }), [name])
  }
  for (const name of [
    ...['PORTS', 'HOSTS', 'POTR', 'DOC', 'PORTS_FILE', 'CONSOLES', 'SECRET_KEY', 'DATADIR'],
  ]) {
    assert.deepEqual(inEnvironment({ [name]: 'x' }), [])
  }
})

test('Names of other programs are none of ours', () => {
  const foreign = {
    ...{ HOME: '/', PATH: '/', HOSTNAME: 'a', POSTGRES_PASSWORD: 'a', PGHOST: 'a', TZ: 'UTC' },
    ...{ NODE_ENV: 'production', NODE_OPTIONS: '', npm_config_loglevel: 'warn', SHELL: 'sh' },
    ...{ DATABASE_PORT: '1', DATABASE_HOST: 'db', DATABASE_SERVICE_HOST: '10.0.0.1' },
    // A service of Kubernetes called `metric`.
    ...{ METRIC_PORT: 'tcp://10.0.0.1:80', METRIC_PORT_80_TCP: 'tcp://10.0.0.1:80' },
    ...{ SERVICE_NAME: 'a', SERVICE_HOST: 'a', SERVICE_PORT: '1', DATA_URL: 'a', LOGNAME: 'me' },
  }
  assert.deepEqual(inEnvironment(foreign), [])
})

test('A name beside the setting that it resembles is none of ours', () => {
  for (const set of ['DATABASE_URL', 'DATABASE_URL_FILE']) {
    assert.deepEqual(inEnvironment({ DATBASE_URL: 'x', [set]: '' }), [])
    assert.deepEqual(inEnvironment({ DATBASE_URL: 'x' }, { [set]: 'x' }), [])
  }
})

test('In .env every unknown name is refused, except those of Compose and of the PostgreSQL image', () => {
  const known = { PORT: '1', DATABASE_URL_FILE: 'x' }
  const ofOthers = { POSTGRES_PASSWORD: 'x', COMPOSE_PROJECT_NAME: 'x' }
  const unknown = { DATBASE_URL: 'x', MY_OWN: 'x', HOST_FILE_FILE: 'x' }
  const refused = unknownNames({}, { ...known, ...ofOthers, ...unknown })
  const meant = refused.map(({ sentence }) => {
    return [sentence.split(' ')[0], /did you mean (\w+)\?/.exec(sentence)?.[1]].join(' ')
  })
  assert.deepEqual(meant, ['DATBASE_URL DATABASE_URL', 'MY_OWN ', 'HOST_FILE_FILE '])
})
