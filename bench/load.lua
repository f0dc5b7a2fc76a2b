-- wrk -s load.lua <URL> [-- <file>]: requests the URL, or the paths in the file in turn. Prints JSON.
function init(args)
  if #args == 0 then return end
  local paths, requested = {}, 0
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
  function request()
    requested = requested + 1
    return wrk.format("GET", paths[(requested - 1) % #paths + 1])
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"perSecond":%.2f,"p50":%.3f,"p99":%.3f,"failed":%d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
