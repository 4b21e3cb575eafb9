package approval

import (
	"context"
	"crypto/rand"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options are the options of a Store. Zero values, except of Dir, mean the default.
type Options struct {
	Dir        string        // created if missing
	Expires    time.Duration // how long a request waits for a decision; default 15 minutes
	Valid      time.Duration // how long an approval may be used; default 10 minutes
	MaxPending int           // of one principal; default 20
	Denied     time.Duration // how long a denial holds for the same statement; 0: people are asked again at once
	GrantMax   time.Duration // the longest time that a grant may hold; 0: grants are not allowed
	// OnGrant, if set, is called with a grant that is "granted" or "revoked". A new grant counts only
	// when it has returned without an error. It must not call the Store.
	OnGrant func(g Grant, what string) error
	Rules   Rules // who may approve; nil: one person, whoever that is
	Keep    int   // how many ended requests are kept; default 1,000
	Logger  hclog.Logger
	Now     func() time.Time // default time.Now
}

func (o Options) withDefaults() Options {
	if o.Expires <= 0 {
		o.Expires = 15 * time.Minute
	}
	if o.Valid <= 0 {
		o.Valid = 10 * time.Minute
	}
	if o.MaxPending <= 0 {
		o.MaxPending = 20
	}
	if o.Keep <= 0 {
		o.Keep = 1000
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Store keeps requests. It is safe for concurrent use. A folder has one Store. The slices in returned
// requests belong to the Store, and must not be changed.
type Store struct {
	options Options
	lock    *os.File
	key     []byte

	// mu is held while a change is written, so that no state is seen that is not on disk. Only an
	// expiry may be seen before it is written.
	mu       sync.Mutex
	closed   bool
	order    []*entry // oldest first
	byID     map[string]*entry
	watchers map[*watcher]struct{}
	grants   []Grant // oldest first
	owed     map[string]owed

	done  chan struct{}
	rearm chan struct{} // wakes the clock, since an expiry may be due sooner
	wg    sync.WaitGroup
}

// entry is a request in memory.
type entry struct {
	Request
	size    int           // the size of its file
	decided chan struct{} // closed when the request is not pending any more
}

func newEntry(r Request, size int) *entry {
	e := &entry{Request: r, size: size, decided: make(chan struct{})}
	if r.State != Pending {
		close(e.decided)
	}
	return e
}

// Open reads the requests of the folder and locks the folder for this process; 55P03: another process
// has it. A file that cannot be read is an error, since it may say that its approval was used.
func Open(options Options) (*Store, error) {
	s := &Store{
		options:  options.withDefaults(),
		byID:     map[string]*entry{},
		watchers: map[*watcher]struct{}{},
		owed:     map[string]owed{},
		done:     make(chan struct{}),
		rearm:    make(chan struct{}, 1),
	}
	if err := makeDir(options.Dir); err != nil {
		return nil, err
	}
	var err error
	if s.lock, err = lockDir(options.Dir); err != nil {
		return nil, err
	}
	if err := s.load(); err != nil {
		s.lock.Close()
		return nil, err
	}
	s.wg.Go(s.clock)
	return s, nil
}

func (s *Store) load() (err error) {
	if s.key, err = loadKey(s.options.Dir); err != nil {
		return err
	}
	if s.order, err = readAll(s.options.Dir); err != nil {
		return err
	}
	for _, e := range s.order {
		s.byID[e.ID] = e
	}
	if s.grants, err = readGrants(s.options.Dir); err != nil {
		return err
	}
	if err := s.dropUnfinished(); err != nil {
		return err
	}
	s.expireDue()
	s.prune()
	s.pruneGrants()
	return nil
}

// dropUnfinished removes grants that their request does not name, because a process ended, or a disk
// failed, while they were given.
func (s *Store) dropUnfinished() (err error) {
	s.grants = slices.DeleteFunc(s.grants, func(g Grant) bool {
		e := s.byID[g.Request]
		if err != nil || e == nil || e.Grant == g.ID {
			return false
		}
		if err = removeFile(s.options.Dir, g.ID+grantSuffix); err != nil {
			err = cannotWrite(err)
		}
		return true
	})
	return err
}

// Close ends every Wait and Watch, and unlocks the folder.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.finishAllRevoking()
	s.closed = true
	close(s.done)
	s.mu.Unlock()
	s.wg.Wait()
	return folder.Release(s.lock)
}

// enter locks the store, and expires the requests that are due.
func (s *Store) enter() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errClosed()
	}
	s.expireDue()
	return nil
}

// Submit stores a new pending request and returns it with ID, State, Created and Expires; it is on
// disk then. If a request of that digest is pending, that one is returned, and again is true. If the
// principal has too many pending requests, one is withdrawn for it, and InPlaceOf names that one.
func (s *Store) Submit(r Request) (stored Request, again bool, err error) {
	if r.Digest == "" {
		return Request{}, false, sqlstate.New(sqlstate.InternalError, "an approval request needs a digest")
	}
	if err := s.enter(); err != nil {
		return Request{}, false, err
	}
	defer s.mu.Unlock()
	if e := s.standing(r.Digest); e != nil {
		return e.Request, true, nil
	}
	now := s.now()
	r.ID, r.State, r.Created, r.Expires = s.newID(), Pending, now, now.Add(s.options.Expires)
	r.Given, r.People = nil, 0
	if people := s.people(r); people > 1 {
		r.People = people
	}
	r.Roles = s.Who(r)
	r.Approver, r.Channel, r.Comment, r.Decided, r.Used, r.Left = "", "", "", time.Time{}, time.Time{}, time.Time{}
	if r.InPlaceOf, err = s.makeRoom(r.Principal, r.ID); err != nil {
		return Request{}, false, err
	}
	r.Params, r.Relations = slices.Clone(r.Params), slices.Clone(r.Relations)
	r.Estimate, r.Sends = r.Estimate.clone(), r.Sends.clone()
	e := newEntry(r, 0)
	if err := s.put(e, r); err != nil {
		_ = remove(s.options.Dir, r.ID) // if the file was written, nobody knows of it
		return Request{}, false, err
	}
	s.order, s.byID[r.ID] = append(s.order, e), e
	return r, false, nil
}

func (e Estimate) clone() Estimate {
	e.Triggers, e.Sequences, e.Cascades = slices.Clone(e.Triggers), slices.Clone(e.Sequences), slices.Clone(e.Cascades)
	e.Dropped, e.Touched, e.Code = slices.Clone(e.Dropped), slices.Clone(e.Touched), slices.Clone(e.Code)
	e.Held, e.Inserts, e.Apart = slices.Clone(e.Held), slices.Clone(e.Inserts), slices.Clone(e.Apart)
	return e
}

// Claim uses up the oldest approval of that digest, and reports whether there is one. The use is on
// disk when Claim returns. If it cannot be written, the approval is not used.
func (s *Store) Claim(digest string) (Request, bool, error) {
	if err := s.enter(); err != nil {
		return Request{}, false, err
	}
	defer s.mu.Unlock()
	e := s.approved(digest)
	if e == nil {
		return Request{}, false, nil
	}
	if s.dropUncounted(e) {
		return Request{}, false, nil
	}
	next := e.Request
	next.State, next.Used = Used, s.now()
	if err := s.put(e, next); err != nil {
		return Request{}, false, err
	}
	s.prune()
	return next, true, nil
}

// Approved returns the approval that Claim would use up.
func (s *Store) Approved(digest string) (Request, bool) {
	if s.enter() != nil {
		return Request{}, false
	}
	defer s.mu.Unlock()
	if e := s.approved(digest); e != nil && !s.dropUncounted(e) {
		return e.Request, true
	}
	return Request{}, false
}

func (s *Store) approved(digest string) *entry {
	i := slices.IndexFunc(s.order, func(e *entry) bool { return e.State == Approved && e.Digest == digest })
	if i < 0 {
		return nil
	}
	return s.order[i]
}

// Decide approves or denies a pending request. While more people have to approve it, it stays pending.
// 42704: there is none of that id; 42501: by the rules that person may not approve it; 55000: it is not pending, or it cannot be shown whole to whoever approves it.
func (s *Store) Decide(id string, v Verdict) (Request, error) {
	if v.MaxRows < 0 {
		return Request{}, sqlstate.New(sqlstate.InvalidParameterValue, "an approval cannot be for %d rows", v.MaxRows).
			WithHint("Give a number of rows above 0, or none to approve what was asked for.")
	}
	return s.changePending(id, func(next *Request) error {
		if v.Approve && next.Revealed().Hides {
			return unseen(*next)
		}
		if v.Approve {
			return s.approve(next, v)
		}
		next.State, next.Decided, next.Left = Denied, s.now(), time.Time{}
		next.Approver, next.Channel, next.Comment = v.Approver, v.Channel, v.Comment
		return nil
	})
}

// Withdraw takes a pending request back for its principal. Its errors are the errors of Decide.
func (s *Store) Withdraw(id, why string) error {
	_, err := s.changePending(id, func(next *Request) error {
		next.State, next.Comment, next.Decided = Withdrawn, why, s.now()
		return nil
	})
	return err
}

// changePending changes a pending request, on disk first. An error of change leaves it as it is.
func (s *Store) changePending(id string, change func(*Request) error) (Request, error) {
	if err := s.enter(); err != nil {
		return Request{}, err
	}
	defer s.mu.Unlock()
	e, err := s.find(id)
	if err != nil {
		return Request{}, err
	}
	if e.State != Pending {
		return e.Request, notPending(e.Request)
	}
	next := e.Request
	if err := change(&next); err != nil {
		return e.Request, err
	}
	if err := s.put(e, next); err != nil {
		return Request{}, err
	}
	s.prune()
	return next, nil
}

// Wait returns the request as soon as it is not pending, or the context's error.
func (s *Store) Wait(ctx context.Context, id string) (Request, error) {
	if err := s.enter(); err != nil {
		return Request{}, err
	}
	e, err := s.find(id)
	s.mu.Unlock()
	if err != nil {
		return Request{}, err
	}
	select {
	case <-e.decided:
	case <-ctx.Done():
		return Request{}, ctx.Err()
	case <-s.done:
		return Request{}, errClosed()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return e.Request, nil
}

// Get returns one request; 42704: there is none of that id.
func (s *Store) Get(id string) (Request, error) {
	if err := s.enter(); err != nil {
		return Request{}, err
	}
	defer s.mu.Unlock()
	e, err := s.find(id)
	if err != nil {
		return Request{}, err
	}
	return e.Request, nil
}

// List returns all requests that are kept, the newest last.
func (s *Store) List() []Request {
	if err := s.enter(); err != nil {
		return nil
	}
	defer s.mu.Unlock()
	list := make([]Request, len(s.order))
	for i, e := range s.order {
		list[i] = e.Request
	}
	return list
}

func (s *Store) find(id string) (*entry, error) {
	if e := s.byID[id]; e != nil {
		return e, nil
	}
	return nil, sqlstate.New(sqlstate.UndefinedObject, "there is no approval request %q", id).
		WithHint("`sallyport approvals list --all` shows those that are kept.")
}

func (s *Store) now() time.Time { return s.options.Now().UTC().Round(0) }

// newID returns an id that no request has: letters and digits without i, l, o
// and u, which are mistaken for others.
func (s *Store) newID() string {
	const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	for {
		var b [10]byte
		_, _ = rand.Read(b[:]) // it never fails
		for i := range b {
			b[i] = alphabet[b[i]%32]
		}
		if id := "ap-" + string(b[:]); s.byID[id] == nil {
			return id
		}
	}
}

func notPending(r Request) error {
	at := r.Decided
	if !r.Used.IsZero() {
		at = r.Used
	}
	if r.State == Expired {
		at = r.Expires
	}
	return sqlstate.New(sqlstate.ObjectNotInState, "approval request %s is not pending: it is %s since %s",
		r.ID, r.State, at.Format(time.RFC3339)).
		WithHint("A decision is final. The statement has to be sent again to be asked for again.")
}

// unseen is the error of approving what nobody can see whole any more.
func unseen(r Request) error {
	return sqlstate.New(sqlstate.ObjectNotInState, "%s cannot be approved: it holds what may be a secret, and the server that could show it has been restarted", r.ID).
		WithHint("Have the same statement sent again, which shows it, or deny it.")
}

func errClosed() error {
	return sqlstate.New(sqlstate.AdminShutdown, "the server is stopping, and no approval can be asked for or given")
}
