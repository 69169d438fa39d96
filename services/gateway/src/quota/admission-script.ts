import { recordField as field } from "@plat/contracts";

/**
 * The admission script: runs once per request, atomically and on the clock of Redis. It checks the credential, counts
 * its use and enforces the quota.
 *
 * KEYS: the record of the credential, the sliding log (times of accepted requests), the set of API keys with new totals.
 * ARGV: "1" if there is a record to check; the member to add to the set ("": the use is not counted); "1" to consume
 * quota, "0" to only read it; then per window, shortest first: limit, length in microseconds, and the number of requests
 * it held at the previous check, as a hint for the search.
 *
 * Returns the state (`ok`, `limited`, `missing`, `revoked`, `expired`), id, organization, scopes, the microseconds until
 * a rejected request would be accepted, and per window the number of requests it holds and the microseconds until the
 * oldest of them leaves it. The values are the lines of one string, which costs both sides a tenth of a reply with as
 * many elements.
 *
 * The quota is a sliding log: a list of the times of the latest accepted requests, newest first. A request is accepted if
 * every window holds fewer requests than its limit; a rejected request is not recorded. The end of each window is searched
 * from the hint outwards, so large limits cost little more than small ones. If the clock steps back, the whole log is
 * shifted back with it: the quota can become tighter for at most one window, and never looser.
 */
export const admissionScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local id, organization, scopes = '', '', ''
if ARGV[1] == '1' then
  local record = redis.call('HMGET', KEYS[1], '${field.version}', '${field.id}', '${field.organizationId}',
    '${field.scopes}', '${field.expiresAt}', '${field.revokedAt}', '${field.lastUsedAt}',
    '${field.usageCount}')
  if not record[1] then return 'missing' end
  if record[6] then return 'revoked' end
  if record[5] and tonumber(record[5]) * 1000 <= now then return 'expired' end
  id, organization, scopes = record[2] or '', record[3] or '', record[4] or ''
  if ARGV[2] ~= '' then
    local lastUsed = math.floor(now / 1000)
    if record[7] then lastUsed = math.max(lastUsed, tonumber(record[7])) end
    redis.call('HSET', KEYS[1], '${field.usageCount}', string.format('%.0f', (record[8] or 0) + 1),
      '${field.lastUsedAt}', string.format('%.0f', lastUsed))
    redis.call('SADD', KEYS[3], ARGV[2])
  end
end

local log = KEYS[2]
local length = redis.call('LLEN', log)
local cached = {}
local function at(index)
  local value = cached[index]
  if not value then
    value = tonumber(redis.call('LINDEX', log, index))
    cached[index] = value
  end
  return value
end

local newest = 0
if length > 0 then
  newest = at(0)
  local ahead = newest - now
  if ahead > 0 then
    cached, newest = {}, 0
    local entries, ttl = redis.call('LRANGE', log, 0, -1), redis.call('PTTL', log)
    redis.call('DEL', log)
    for _, value in ipairs(entries) do
      redis.call('RPUSH', log, string.format('%.0f', tonumber(value) - ahead))
    end
    if ttl > 0 then redis.call('PEXPIRE', log, ttl) end
  end
end

-- Number of entries that are not older than the edge; the result lies between low and high. Exponential search from the
-- hint, then binary search.
local function count(edge, low, high, hint)
  if high <= low or at(high - 1) >= edge then return math.max(low, high) end
  high = high - 1
  local from = math.max(low, math.min(hint, high))
  local step = 1
  if from > low and at(from - 1) < edge then
    high = from - 1
    while high > low do
      local probe = math.max(low, high - step)
      if at(probe) >= edge then
        low = probe + 1
        break
      end
      high = probe
      step = step * 2
    end
  else
    low = from
    while low < high do
      local probe = math.min(high, low + step) - 1
      if at(probe) < edge then
        high = probe
        break
      end
      low = probe + 1
      step = step * 2
    end
  end
  while low < high do
    local middle = math.floor((low + high) / 2)
    if at(middle) >= edge then low = middle + 1 else high = middle end
  end
  return low
end

local wait = 0
local inWindow, largestLimit, longestWindow = 0, 0, 0
local counts, oldest = {}, {}
for index = 4, #ARGV, 3 do
  local limit, window = tonumber(ARGV[index]), tonumber(ARGV[index + 1])
  local high = math.min(length, limit)
  inWindow = count(now - window, math.min(inWindow, high), high, tonumber(ARGV[index + 2]))
  largestLimit, longestWindow = math.max(largestLimit, limit), window
  counts[#counts + 1] = inWindow
  oldest[#oldest + 1] = inWindow > 0 and at(inWindow - 1) + window - now or window
  if inWindow >= limit then wait = math.max(wait, at(limit - 1) + window + 1 - now) end
end

local state = wait > 0 and 'limited' or 'ok'
local consumed = 0
if state == 'ok' and ARGV[3] == '1' and largestLimit > 0 then
  consumed = 1
  redis.call('LPUSH', log, string.format('%.0f', now))
  -- Drops entries that have left every window, and never retains more than the largest limit.
  if length > inWindow or length >= largestLimit then redis.call('LTRIM', log, 0, math.min(inWindow, largestLimit - 1)) end
  -- The first request of each second extends the expiry to when every request of that second has left every window.
  if math.floor(newest / 1000000) ~= math.floor(now / 1000000) then
    redis.call('PEXPIRE', log, math.ceil(longestWindow / 1000) + 2000)
  end
end
local result = {state, id, organization, scopes, string.format('%.0f', wait)}
for index = 1, #counts do
  result[#result + 1] = counts[index] + consumed
  result[#result + 1] = string.format('%.0f', oldest[index])
end
return table.concat(result, '\\n')`;
