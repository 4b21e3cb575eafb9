package backends

import "github.com/sallyportdb/sallyport/providers"

// AtHand returns an idle backend that can be used without any wait, or nil: then the caller calls Get.
func (s *Pool) AtHand(o providers.BackendOptions, identity []providers.StartupSetting) *Backend {
	key := keyOf(identity, o.Settings)
	s.mu.Lock()
	var b *Backend
	if !s.closed && len(s.line) == 0 {
		if b = s.take(key); b != nil && (b.name != o.ApplicationName || !b.well()) {
			s.idle = append(s.idle, b)
			b = nil
		}
	}
	s.mu.Unlock()
	switch {
	case b == nil:
		return nil
	case b.aged() || !b.socket.quiet() || !s.handOut(b):
		s.retire(b)
		return nil
	}
	return b
}
